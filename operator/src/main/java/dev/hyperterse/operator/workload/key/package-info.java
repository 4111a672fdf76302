/**
 * The Secret with the keys of sessions: created once, rotated in time, repaired when others change it. Must not know
 * sessions.
 */
package dev.hyperterse.operator.workload.key;
