package dev.hyperterse.cli.serve;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * SIGHUP, at which a service reloads its files. The JDK has signals in {@code sun.misc} only, which the compiler warns
 * of, so it is used by reflection.
 */
public final class HangupSignal {
    private HangupSignal() {}

    /** @return whether it comes: a process that was started with the signal ignored, as by nohup, goes on ignoring it */
    public static boolean onEach(Runnable action) {
        InvocationHandler run = (_, method, _) -> {
            if (method.getName().equals("handle")) {
                action.run();
            }
            return null;
        };
        try {
            var signal = Class.forName("sun.misc.Signal");
            var handler = Class.forName("sun.misc.SignalHandler");
            var before = signal.getMethod("handle", signal, handler)
                    .invoke(
                            null,
                            signal.getConstructor(String.class).newInstance("HUP"),
                            Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, run));
            return before != handler.getField("SIG_IGN").get(null);
        } catch (ReflectiveOperationException withoutSignals) {
            throw new IllegalStateException("this platform has no signal HUP", withoutSignals);
        }
    }
}
