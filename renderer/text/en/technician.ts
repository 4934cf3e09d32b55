/** Words of the Terminals screen. */
export const technician = {
  title: 'Terminals',
};
