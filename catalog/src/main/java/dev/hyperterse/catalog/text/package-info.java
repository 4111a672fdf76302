/** The characters of texts, as the operator and replicas judge them. Independent of definitions. */
package dev.hyperterse.catalog.text;
