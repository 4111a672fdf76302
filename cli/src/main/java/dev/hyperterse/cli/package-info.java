/**
 * The command line's entry points: {@code main}, and the rehearsal that the launcher records fast starts from. What a
 * command does lives in {@code command} and below; nothing here decides.
 */
package dev.hyperterse.cli;
