/** Tools that are composed of others: which are called with what, and what comes of their results. Knows no evaluation. */
package dev.hyperterse.catalog.composition;
