/**
 * Rules of plain English that a pattern can check, for comments (plugin.mjs) and for English messages (plain-messages.mjs).
 * A sentence names its actor, says what a thing is, and uses the trade's words.
 */

/** @typedef {{ pattern: RegExp, says: string }} Rule */

/** @type {readonly Rule[]} */
const rules = [
  {
    pattern: /\b(?:nobody|somebody|someone|anybody|everybody|whoever|no one)\b/i,
    says: 'name the actor: cashier, customer, manager, caller, platform, reader or host',
  },
  {
    pattern: /(?:^|[.!?:;] |@\w+ (?:\w+ )?)(?:What|Of|As|Where|From|By|Who|Whose|Nor|Else)\b/,
    says: 'say what the thing is: "Id of …", "Time …", "Called when …"',
  },
  {
    pattern:
      /\b(?:put away|own doing|stands?|stood|hangs on|life|lives|told|of (?:its|their) own|nor|warm|in vain|begins? anew|anew)\b/i,
    says: "use the trade's words instead of a metaphor",
  },
  {
    pattern:
      /\b(?:in force|(?:is|are|was|were) over|from outside|ours|blanks|data (?:are|were|belong)|proves? nothing)\b/i,
    says: 'say "in use", "has ended", "untrusted", "the till\'s", "spaces", "data is", "is no evidence"',
  },
  {
    pattern: /\b(?:vanish(?:es|ed)|dies|died|without a trace|believed|remembers?|forgotten)\b/i,
    says: 'say what a program does: disappears, crashes, ends, accepts, stores, deletes',
  },
  {
    pattern: /^(?:@\w+ )?[Ww]hether\b|@returns whether\b|@param \w+ whether\b/,
    says: 'say "True if …"',
  },
  {
    pattern: /(?:^|[.;] )(?:[Nn]ull|[Uu]ndefined):|\bis absent, the (?:window|till|host)\b/,
    says: 'say "Null if …", ", or null if …" or "Without `name`, …"',
  },
];

/**
 * @param {string} text a comment without its marks, or a message
 * @returns {string[]} a complaint for each rule that the text breaks, with the words that break it
 */
export function plainEnglishFaults(text) {
  const sentences = text
    .replaceAll(/`[^`]*`|"[^"]*"|\{[^}]*\}/g, 'X')
    .replaceAll(/^\*|\s*\n[ \t]*\*?[ \t]*/g, ' ')
    .trim();
  return rules.flatMap(({ pattern, says }) => {
    const found = pattern.exec(sentences);
    return found ? [`"${found[0].trim()}": ${says}`] : [];
  });
}
