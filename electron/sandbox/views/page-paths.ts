/** Paths of the pages that people open without credentials; none of them is a path of the platform's API. */
export const pagePaths = {
  /** A Payment Link's page. */
  pay: (link: string): string => `/sandbox/pay/${link}`,
  /** What a buyer sees after an attempt. */
  attempt: (link: string, attempt: string): string => `/sandbox/pay/${link}/attempts/${attempt}`,
  /** An External Link's upload form. */
  upload: (token: string): string => `/sandbox/uploads/${token}`,
  /** A Receipt. */
  receipt: (token: string): string => `/sandbox/receipts/${token}`,
};
