/** Schemas of manifests for editors, made of the committed CRDs. What is admitted decides {@code admission}, not these. */
package dev.hyperterse.cli.editor;
