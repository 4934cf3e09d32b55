import { createTheme, MantineProvider, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import type { ReactNode } from 'react';
import { useForcedScheme } from './scheme.ts';

/** Ten steps around the one accent, #0B5A85 (index 7); index 3 is the accent of the dark theme. */
const harbour: MantineColorsTuple = [
  '#EAF4FA',
  '#D3E5EF',
  '#A3D4EF',
  '#78BDE4',
  '#4FA5D3',
  '#2B8BBD',
  '#14719F',
  '#0B5A85',
  '#08456A',
  '#05324E',
];

const theme = createTheme({
  colors: { harbour },
  primaryColor: 'harbour',
  primaryShade: { light: 7, dark: 3 },
  fontFamily: 'var(--tb-font)',
  headings: { fontFamily: 'var(--tb-font)', fontWeight: '600' },
  defaultRadius: 8,
  focusRing: 'auto',
  // The root font size does the scaling (design language, section 5).
  scale: 1,
});

/** Mantine's own colours are the design's tokens, so that both change together with the theme. */
const toTokens: CSSVariablesResolver = () => {
  const variables = {
    '--mantine-color-body': 'var(--tb-window)',
    '--mantine-color-text': 'var(--tb-ink)',
    '--mantine-color-dimmed': 'var(--tb-ink-2)',
    '--mantine-color-default': 'var(--tb-key)',
    '--mantine-color-default-border': 'var(--tb-line-strong)',
    '--mantine-color-anchor': 'var(--tb-accent-ink)',
    '--mantine-color-error': 'var(--tb-bad-ink)',
  };
  return { variables: {}, light: variables, dark: variables };
};

/** Theme for everything inside: follows the system, or `data-theme="light | dark | contrast"` on the html element. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const forced = useForcedScheme();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={toTokens}
      defaultColorScheme="auto"
      {...(forced ? { forceColorScheme: forced } : {})}
    >
      {children}
    </MantineProvider>
  );
}
