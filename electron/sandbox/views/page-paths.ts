/** Paths of the pages that need no credentials. They are not part of the platform's API. */
export const pagePaths = {
  pay: (link: string): string => `/sandbox/pay/${link}`,
  /** Result of a buyer's attempt. */
  attempt: (link: string, attempt: string): string => `/sandbox/pay/${link}/attempts/${attempt}`,
  upload: (token: string): string => `/sandbox/uploads/${token}`,
  receipt: (token: string): string => `/sandbox/receipts/${token}`,
};
