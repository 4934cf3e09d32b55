/** Reference of all commands, generated from their definitions. A test compares it with REFERENCE.md in this folder. */
import type { Command, Option } from 'commander';
import { markdownTable } from '../config/index.ts';

/** Every command with its arguments and options, in the order of the help. */
export function commandsReference(program: Command): string {
  const intro = [
    '# Every command',
    'Generated from the command line itself. Run one with `npm run -s tillbridge -- COMMAND`, or `--help` behind it.',
    'Exit codes and examples: [README.md](README.md).',
  ];
  return `${[...intro, ...leaves(program, []).map(([words, command]) => sectionOf(words, command))].join('\n\n')}\n`;
}

/** Commands without subcommands. */
function leaves(command: Command, above: readonly string[]): [string, Command][] {
  return command.commands.flatMap((one): [string, Command][] => {
    const words = [...above, one.name()];
    return one.commands.length > 0 ? leaves(one, words) : [[words.join(' '), one]];
  });
}

function sectionOf(words: string, command: Command): string {
  const args = command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`));
  const title = `## ${[words, ...args].join(' ')}`.replaceAll(/([<[])/g, String.raw`\$1`);
  const rows = [
    ...command.registeredArguments.map((one) => [`\`${one.name()}\``, inCell(one.description)]),
    ...command.options.filter((one) => !one.hidden).map((one) => [`\`${one.flags}\``, described(one)]),
  ];
  const table = rows.length === 0 ? [] : [markdownTable(['Argument or option', 'Meaning'], rows)];
  return [title, sentence(command.description()), ...table].join('\n\n');
}

function described({ description, defaultValue, mandatory }: Option): string {
  const own = defaultValue === undefined || defaultValue === false ? '' : ` (default: ${String(defaultValue)})`;
  return inCell(`${description}${own}${mandatory ? ' (required)' : ''}`.trim());
}

const sentence = (text: string): string =>
  text === '' ? '' : `${text.charAt(0).toUpperCase()}${inCell(text.slice(1))}.`;
/** Escapes text that would be read as Markdown. */
const inCell = (text: string): string => text.replaceAll(/[<_*]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
