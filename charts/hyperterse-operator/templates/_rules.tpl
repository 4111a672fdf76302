{{- /* Documents that definitions refer to. */ -}}
{{- define "hyperterse-operator.documentRules" -}}
# Documents that definitions refer to: SQL, texts, sources.
- apiGroups: [""]
  resources: [configmaps]
  verbs: [get, list, watch]
{{- end }}

{{- /* What the operator reads, and what it says of it. No Secret, no pod, no right. */ -}}
{{- define "hyperterse-operator.readerRules" -}}
- apiGroups: [hyperterse.dev]
  resources: [hyperterseservers, prompts, resources, tools]
  verbs: [list, watch]
- apiGroups: [hyperterse.dev]
  resources: [hyperterseservers/status, prompts/status, resources/status, tools/status]
  verbs: [patch]
{{- if include "hyperterse-operator.everywhere" . }}
# Labels of namespaces decide grants by selector. No Role can allow to watch namespaces.
- apiGroups: [""]
  resources: [namespaces]
  verbs: [list, watch]
{{- end }}
# Pods say what they serve.
- apiGroups: [""]
  resources: [pods]
  verbs: [list, watch]
{{- if not .Values.configMapNamespaces }}
{{ include "hyperterse-operator.documentRules" . }}
{{- end }}
# Deployments and Services of servers are followed by their label, and no rule can be limited to a label. Written only where
# the operator is allowed to run servers, see hyperterse-operator-gateway.
- apiGroups: [""]
  resources: [services]
  verbs: [list, watch]
- apiGroups: [apps]
  resources: [deployments]
  verbs: [list, watch]
- apiGroups: [events.k8s.io]
  resources: [events]
  verbs: [create]
{{- end }}

{{- /* What the operator may do where it is allowed to run servers. It holds what it grants to the pods of a server, so it
needs neither escalate nor bind. */ -}}
{{- define "hyperterse-operator.gatewayRules" -}}
# Catalogs and values; Secrets that servers refer to are followed. Never deleted: they go with their server.
- apiGroups: [""]
  resources: [configmaps, secrets]
  verbs: [get, list, watch, create, update]
# Every server has these, so they are never deleted either.
- apiGroups: [""]
  resources: [services]
  verbs: [get, create, patch]
- apiGroups: [apps]
  resources: [deployments]
  verbs: [get, create, patch]
- apiGroups: [rbac.authorization.k8s.io]
  resources: [rolebindings, roles]
  verbs: [get, create, patch]
# A server may stop to ask for these.
- apiGroups: [""]
  resources: [serviceaccounts]
  verbs: [get, create, patch, delete]
- apiGroups: [autoscaling]
  resources: [horizontalpodautoscalers]
  verbs: [get, create, patch, delete]
- apiGroups: [networking.k8s.io]
  resources: [networkpolicies]
  verbs: [get, create, patch, delete]
- apiGroups: [policy]
  resources: [poddisruptionbudgets]
  verbs: [get, create, patch, delete]
{{- if (.Values.exposure).ingresses }}
- apiGroups: [networking.k8s.io]
  resources: [ingresses]
  verbs: [get, create, patch, delete]
{{- end }}
{{- if (.Values.exposure).httpRoutes }}
- apiGroups: [gateway.networking.k8s.io]
  resources: [httproutes]
  verbs: [get, create, patch, delete]
{{- end }}
{{- end }}
