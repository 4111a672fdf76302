/**
 * Tasks: calls that go on after their client has got an answer, and their results until they expire; and what replicas tell
 * each other of them. Knows no request, and not how a call runs.
 */
package dev.hyperterse.runtime.mcp.modern.task;
