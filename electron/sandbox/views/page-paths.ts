/** Paths of the pages that need no credentials. They are not part of the platform's API. */
export const pagePaths = {
  /** Page of a Payment Link. */
  pay: (link: string): string => `/sandbox/pay/${link}`,
  /** Result of a buyer's attempt. */
  attempt: (link: string, attempt: string): string => `/sandbox/pay/${link}/attempts/${attempt}`,
  /** Upload form of an External Link. */
  upload: (token: string): string => `/sandbox/uploads/${token}`,
  /** Page of a Receipt. */
  receipt: (token: string): string => `/sandbox/receipts/${token}`,
};
