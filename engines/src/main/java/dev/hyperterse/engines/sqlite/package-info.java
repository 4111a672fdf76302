/**
 * SQLite, which runs inside of this process: settings and limits, the threads that its native code blocks, and how a
 * statement is stopped.
 */
package dev.hyperterse.engines.sqlite;
