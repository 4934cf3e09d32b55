/** The people of a shop and their roles. */

/** Roles in a shop; a person may have several. */
export const roleNames = ['cashier', 'manager', 'technician'] as const;
export type RoleName = (typeof roleNames)[number];

/** A person who works in the shop. Without a PIN (its hash) anybody may use the name. */
export interface Person {
  name: string;
  roles: RoleName[];
  pin?: string | undefined;
}
