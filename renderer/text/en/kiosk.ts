/** Words a customer sees on a kiosk. */
export const kiosk = {
  title: 'To pay',
};
