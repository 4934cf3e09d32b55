/** Roles in a shop; a person may have several. */
export const roleNames = ['cashier', 'manager', 'technician'] as const;
export type RoleName = (typeof roleNames)[number];

/** Person who works in the shop. `pin` is the PIN's hash; without a PIN, any person may use the name. */
export interface Person {
  name: string;
  roles: RoleName[];
  pin?: string | undefined;
}
