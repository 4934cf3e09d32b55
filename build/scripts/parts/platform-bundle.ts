/** Combines the files of electron/platform-api/document/ into one OpenAPI document. */
import { relative } from 'node:path';
import { bundle, createConfig, getLineColLocation } from '@redocly/openapi-core';
import { Document, visit } from 'yaml';

/** Maximum length of a value on one line, in characters of its JSON. */
const SHORT = 90;

/**
 * Text of openapi.yaml. Components are sorted by kind and name, so that the text does not depend on the order of
 * references.
 * @param entry the file that lists the paths
 * @throws Error with a line for each problem, `file:line:column message`
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
