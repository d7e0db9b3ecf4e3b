/** The game to which an invitation link has just led. Its page opens the dialog with the free seats. */
export const invited = { game: "" };
