/**
 * Compiles scripts, in a process of its own: compilers are native code and parsers of foreign text, which may crash, hang
 * or take memory without end. A compiled script is found by its source, also among those that a server has published. Knows no Kubernetes.
 */
package dev.hyperterse.compiler.script;
