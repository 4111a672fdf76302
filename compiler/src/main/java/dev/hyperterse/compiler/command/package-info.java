/**
 * The compiler of commands: the text of an author becomes a list of words of which each call can only fill those that hold a
 * placeholder. Which commands there are is a closed list; each is known to read, or to write. Knows no Kubernetes.
 */
package dev.hyperterse.compiler.command;
