/**
 * Types of reports of a HID device with report ids. On a link, the type and the id precede a report, as in HID's
 * Get_Report (USB HID 1.11, 7.2.1). A device that is addressed by feature reports answers each of them, and the answer
 * arrives as data like everything else.
 */
export const reportType = { input: 0x01, feature: 0x03 } as const;
