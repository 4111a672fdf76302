package dev.hyperterse.javascript;

import com.oracle.truffle.js.lang.JavaScriptLanguage;
import com.oracle.truffle.js.runtime.objects.DefaultESModuleLoader;
import java.lang.reflect.Field;
import java.util.Map;

/**
 * The modules that a context has evaluated. It evaluates an imported file once, so it has to forget them before another run
 * can evaluate its own. Polyglot has no operation for that: this clears a field of the engine, whose version is fixed.
 */
public final class LoadedModules {
    private static final Field BY_PATH = byPath();

    private final Map<?, ?> modules;

    private LoadedModules(Map<?, ?> modules) {
        this.modules = modules;
    }

    /** Those of the context that the calling thread has entered. */
    public static LoadedModules ofEnteredContext() {
        try {
            return new LoadedModules((Map<?, ?>)
                    BY_PATH.get(JavaScriptLanguage.getCurrentJSRealm().getModuleLoader()));
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("the engine does not show its modules", impossible);
        }
    }

    /** Called when nothing runs in the context. */
    public void forget() {
        modules.clear();
    }

    private static Field byPath() {
        try {
            var field = DefaultESModuleLoader.class.getDeclaredField("moduleMap");
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException otherVersion) {
            throw new IllegalStateException("this version of the engine keeps its modules elsewhere", otherVersion);
        }
    }
}
