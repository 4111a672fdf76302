/** The things that a call and a script give each other: inputs, queries, tools, results. Must not know engines. */
package dev.hyperterse.scripts.exchange;
