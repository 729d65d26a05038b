// The texts of lines that are removed with the quantity 0.
export const removedLineTexts = {
  en: { restore: 'Restore {name}', leaveOut: 'Leave {name} out', removed: 'removed, quantity 0' },
  de: {
    restore: '{name} wiederherstellen',
    leaveOut: '{name} ganz weglassen',
    removed: 'entfernt, Menge 0',
  },
};
