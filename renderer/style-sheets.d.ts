/**
 * Sheets of the whole page, imported for their effect. The types of `*.module.css` are generated
 * (build/scripts/generate-style-types.ts).
 */
declare module '*/tokens.css';
declare module '*/base.css';
declare module '*/short-wide.css';
declare module '@fontsource-variable/ibm-plex-sans/wght.css';
