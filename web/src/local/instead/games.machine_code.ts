// Nothing is compiled in the page.
export const machine_code = (): { awaited: boolean } => ({ awaited: false });
