/**
 * Compiles scripts, in a process of its own: compilers are native code and parsers of foreign text, which may crash, hang
 * or take memory without end. What a script compiled to is found by its source. Knows no Kubernetes and no server.
 */
package dev.hyperterse.compiler.script;
