/**
 * The outlines of icons by the commonest names of SF Symbols: paths for lines in a square of 24 by 24,
 * drawn for this project. A page may add its own.
 */
export const icons: { [name: string]: string };
