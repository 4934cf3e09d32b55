/** Style sheets are imported for their effect only; Vite collects them. */
declare module '*.css';
declare module '@fontsource-variable/ibm-plex-sans/wght.css';
