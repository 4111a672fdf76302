/** How texts in YAML are read; what they may hold is decided by their readers. */
package dev.hyperterse.compiler.yaml;
