/** Both engines: contexts of the engine that scripts share, and engines with a memory of their own. */
package dev.hyperterse.scripts.realm;
