// A table of 57-bit numbers, in which Python looks up what paths lack; the page counts it, see games.fromages.skill.paths.
export const LACKS = null;
