/**
 * Runs scripts: each in a context of its own, on a few threads, within limits of time and memory. The engine is there only
 * when a catalog has scripts. Knows no protocol, no tool and no database.
 */
package dev.hyperterse.runtime.script;
