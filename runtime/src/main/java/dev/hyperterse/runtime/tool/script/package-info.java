/** Steps that run a script, and what the script may query and call. What it returns is written by {@code returned}. */
package dev.hyperterse.runtime.tool.script;
