/**
 * Runs scripts: each in a realm of its own, on a few threads, within limits of time and memory. A realm is a context of the
 * engine that scripts share, or an engine with a memory of its own; each is there only when a catalog has scripts for it.
 * Knows no protocol, no tool and no database.
 */
package dev.hyperterse.runtime.script;
