/** How long to wait before something that failed is tried again. Nothing here sleeps or knows what is tried. */
package dev.hyperterse.runtime.retry;
