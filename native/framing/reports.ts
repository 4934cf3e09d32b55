/**
 * Reports of a HID device that numbers them, as they stand on a link: type and id first, as in HID's Get_Report (USB HID 1.11, 7.2.1).
 * A device that is asked by feature reports answers each: the answer comes as data, like everything else it says.
 */
export const reportType = { input: 0x01, feature: 0x03 } as const;
