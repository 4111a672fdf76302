package dev.hyperterse.javascript;

import com.oracle.truffle.js.lang.JavaScriptLanguage;
import com.oracle.truffle.js.runtime.JSRealm;
import com.oracle.truffle.js.runtime.objects.DefaultESModuleLoader;
import java.lang.reflect.Field;
import java.util.Map;

/**
 * What the engine notes in a context beside its objects. It evaluates an imported file once, so it has to forget them before
 * another run can evaluate its own; template objects and compiled regular expressions would only stay in memory. Polyglot
 * has no operation for that: this clears fields of the engine, whose version is fixed.
 */
public final class EngineTables {
    private static final Field MODULES = field(DefaultESModuleLoader.class, "moduleMap");
    private static final Field REGEXES = field(JSRealm.class, "compiledRegexCache");

    private final JSRealm realm;

    private EngineTables(JSRealm realm) {
        this.realm = realm;
    }

    /** Those of the context that the calling thread has entered. */
    public static EngineTables ofEnteredContext() {
        return new EngineTables(JavaScriptLanguage.getCurrentJSRealm());
    }

    /** Called when nothing runs in the context. */
    public void clear() {
        clear(MODULES, realm.getModuleLoader());
        clear(REGEXES, realm);
        realm.getTemplateRegistry().clear();
    }

    /** The engine makes some tables at their first use. */
    private static void clear(Field field, Object of) {
        try {
            if (field.get(of) instanceof Map<?, ?> table) {
                table.clear();
            }
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("the engine does not show its " + field.getName(), impossible);
        }
    }

    static Field field(Class<?> of, String name) {
        try {
            var field = of.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException otherVersion) {
            throw new IllegalStateException("this version of the engine has no " + name, otherVersion);
        }
    }
}
