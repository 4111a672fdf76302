/** Steps that run a script, and what the script may query, call and return. */
package dev.hyperterse.runtime.tool.script;
