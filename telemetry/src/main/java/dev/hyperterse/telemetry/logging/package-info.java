/**
 * Where every log line of the process goes: a small SLF4J provider, with java.util.logging and System.Logger led to it.
 * One line per event, JSON for machines or plain for a terminal. Knows nothing of what is logged.
 */
package dev.hyperterse.telemetry.logging;
