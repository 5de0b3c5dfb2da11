/** The store in an application's own database: its tables lie beside the application's, its connections are borrowed. */
@NullMarked
package dev.surehook.engine.store.host;

import org.jspecify.annotations.NullMarked;
