/** All style sheets that no component imports itself, in their order: font, tokens, base. */
import '@fontsource-variable/ibm-plex-sans/wght.css';
import './theme/tokens.css';
import './theme/base.css';
