/**
 * One class per command: its options, its help with examples, and a run method that reads like its description. Specs are
 * built by hand because scanning annotations would cost every start more than parsing does. No command calls another.
 */
package dev.hyperterse.cli.command;
