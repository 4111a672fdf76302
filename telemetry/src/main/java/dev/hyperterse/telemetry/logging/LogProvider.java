package dev.hyperterse.telemetry.logging;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Found by SLF4J as a service. Fields come with the event they belong to, so there is no diagnostic context: a
 * thread-bound map has no meaning where a call moves between threads.
 */
public final class LogProvider implements SLF4JServiceProvider {
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter noContext = new NOPMDCAdapter();

    @Override
    public ILoggerFactory getLoggerFactory() {
        return LogOutput.OF_THIS_PROCESS;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return noContext;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {
        JavaLoggingBridge.installWhenFirstUsed();
    }
}
