/** The owner of the built-in steps and of the built-in worker's key. The rules in security.ts create this owner. */
export const SYSTEM_OWNER_ID = '00000000-0000-7000-8000-000000000001'
