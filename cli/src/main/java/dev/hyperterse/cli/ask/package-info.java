/**
 * Answers what a tool asks the client that called it: from options, or by asking the person at the terminal. Knows no
 * connection.
 */
package dev.hyperterse.cli.ask;
