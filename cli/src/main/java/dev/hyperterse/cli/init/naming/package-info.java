/** Names of what is generated: words of a foreign name, and names that no other object of the directory has. */
package dev.hyperterse.cli.init.naming;
