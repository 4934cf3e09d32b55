/** Puts the files of electron/platform-api/document/ together as one OpenAPI document. */
import { relative } from 'node:path';
import { bundle, createConfig, getLineColLocation } from '@redocly/openapi-core';
import { Document, visit } from 'yaml';

/** What is no longer than this stands on one line, characters of its JSON. */
const SHORT = 90;

/**
 * The text of openapi.yaml. Components stand in the order of their kinds and names, so that the text depends on what the files say and
 * not on the order in which the references are met.
 * @param entry the file that lists the paths
 * @throws Error with one line each, `file:line:column what is wrong`
 */
export async function bundleDocument(entry: string): Promise<string> {
  const { bundle: bundled, problems } = await bundle({ ref: entry, config: await createConfig({}) });
  const complaints = problems.map(({ location: [first], message }) => {
    if (!first) return message;
    const { source, start } = getLineColLocation(first);
    return `${relative(process.cwd(), source.absoluteRef)}:${start.line}:${start.col} ${message}`;
  });
  if (complaints.length > 0) throw new Error([...new Set(complaints)].join('\n'));
  const whole = bundled.parsed as { components: Record<string, object> };
  const byName = (named: object) => Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
  whole.components = byName(
    Object.fromEntries(Object.entries(whole.components).map(([kind, named]) => [kind, byName(named)])),
  );
  const document = new Document(whole, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Collection: (_, node) => {
      node.flow = JSON.stringify(node).length <= SHORT;
    },
  });
  const text = document.toString({ lineWidth: 120, singleQuote: true, flowCollectionPadding: false });
  return `# Bundled from document/ by build/scripts/generate-platform-api.ts. Do not edit.\n${text}`;
}
