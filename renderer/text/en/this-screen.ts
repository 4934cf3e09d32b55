/** Words of the choices that hold for one screen: colours, sound, language. */
export const thisScreen = {
  title: 'This screen',
  button: 'This screen: colours, sound, language',
  colours: 'Colours',
  themes: { system: 'As the computer', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  sound: 'Sound',
  levels: { off: 'Off', quiet: 'Quiet', normal: 'Normal' },
  language: 'Language',
  tillLanguage: (name: string) => `As the till (${name})`,
  kept: 'It is kept on this computer. Other tills do not change.',
};
