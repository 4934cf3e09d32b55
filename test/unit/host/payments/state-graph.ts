import { join } from 'node:path';
import { expect } from 'vitest';

/**
 * The state graph of a pure machine, found by trying every event in every distinguishable state, and drawn as mermaid.
 */

export interface Explored<State, Event extends { type: string }> {
  /** First states, each with the name of the event that leads there. */
  first: readonly (readonly [event: string, state: State])[];
  /**
   * Events to try in a phase. Only the events in its table are tried in each of its states, because there are thousands
   * of states.
   */
  eventsIn: (phase: string) => readonly Event[];
  /** Next state, or undefined if the event has no meaning in this state. */
  next: (state: State, event: Event) => State | undefined;
  phaseOf: (state: State) => string;
  /** Key that is equal for states that behave alike as far as the graph goes. */
  keyOf: (state: State) => string;
}

export interface Edge {
  from: string;
  to: string;
  event: string;
}

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const there = map.get(key);
  if (there !== undefined) return there;
  const made = make();
  map.set(key, made);
  return made;
}

/** Every edge between phases, including those that stay in a phase. Breadth first, so the order is always the same. */
export function explore<State, Event extends { type: string }>(machine: Explored<State, Event>): Edge[] {
  const { first, eventsIn, next, phaseOf, keyOf } = machine;
  const edges: Edge[] = [];
  // Edges are keyed for speed: they are read for every step, and there are millions of steps.
  const known = new Map<string, Map<string, Set<string>>>();
  const seen = new Set<string>();
  const queue: State[] = [];
  const arrive = (from: string, event: string, state: State): void => {
    const to = phaseOf(state);
    const ofPhase = getOrMake(known, from, () => new Map<string, Set<string>>());
    const targets = getOrMake(ofPhase, event, () => new Set<string>());
    if (!targets.has(to)) {
      targets.add(to);
      edges.push({ from, event, to });
    }
    const key = keyOf(state);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(state);
  };
  for (const [event, state] of first) arrive('[*]', event, state);
  for (const state of queue) {
    const from = phaseOf(state);
    for (const event of eventsIn(from)) {
      const to = next(state, event);
      if (to !== undefined) arrive(from, event.type, to);
    }
  }
  return edges;
}

/** Mermaid does not allow a hyphen in the id of a state. */
const idOf = (phase: string): string => phase.replaceAll('-', '_');

/** The page in the machine's folder. Events that keep the phase are listed under the drawing. */
function drawn(title: string, intro: string, phases: readonly string[], edges: readonly Edge[]): string {
  const eventsOf = (from: string, to: string): string =>
    edges
      .filter((one) => one.from === from && one.to === to)
      .map(({ event }) => event)
      .toSorted()
      .join(', ');
  const lines = ['[*]', ...phases].flatMap((from) =>
    phases.flatMap((to) => {
      const events = from === to ? '' : eventsOf(from, to);
      return events === '' ? [] : [`  ${idOf(from)} --> ${idOf(to)} : ${events}`];
    }),
  );
  const staying = phases.flatMap((phase) => {
    const events = eventsOf(phase, phase);
    return events === '' ? [] : [`- \`${phase}\`: ${events}`];
  });
  return `# ${title}

${intro} Written by graph.test.ts, which fails where this page is stale and writes it anew with the option --update.

\`\`\`mermaid
stateDiagram-v2
${lines.join('\n')}
\`\`\`

Events after which a phase stays what it is:

${staying.join('\n')}
`;
}

export interface Graphed {
  /** Path of the page in the machine's folder, from the folder of this file. */
  file: string;
  title: string;
  intro: string;
  table: Readonly<Record<string, object>>;
}

/** Expects that the page in the machine's folder shows these edges. */
export async function expectDrawn({ file, title, intro, table }: Graphed, edges: readonly Edge[]): Promise<void> {
  await expect(drawn(title, intro, Object.keys(table), edges)).toMatchFileSnapshot(join(import.meta.dirname, file));
}

/** Expects that each event in the table's rows has an edge. */
export function expectUsed({ table }: Graphed, edges: readonly Edge[]): void {
  const used = new Set(edges.map(({ from, event }) => `${from} ${event}`));
  const named = Object.entries(table).flatMap(([phase, row]) => Object.keys(row).map((event) => `${phase} ${event}`));
  expect(named.filter((cell) => !used.has(cell))).toEqual([]);
}
