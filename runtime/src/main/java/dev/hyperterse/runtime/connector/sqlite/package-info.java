/**
 * SQLite, which runs inside of this process: its settings and limits, the threads that its native code blocks, and how a
 * statement is stopped.
 */
package dev.hyperterse.runtime.connector.sqlite;
