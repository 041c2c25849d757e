"""One whole answer of each wire format, hand-written in the shape that the vendor documents; each says "4"."""

from __future__ import annotations

from typing import Any

OPENAI_CHAT: dict[str, Any] = {
    "id": "chatcmpl-Ab12",
    "object": "chat.completion",
    "created": 1790000000,
    "model": "gpt-4.1-mini-2025-04-14",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "4", "refusal": None, "annotations": []},
            "logprobs": {
                "content": [
                    {
                        "token": "4",
                        "logprob": -0.25,
                        "bytes": [52],
                        "top_logprobs": [
                            {"token": "4", "logprob": -0.25, "bytes": [52]},
                            {"token": "5", "logprob": -1.5, "bytes": [53]},
                        ],
                    }
                ],
                "refusal": None,
            },
            "finish_reason": "stop",
        }
    ],
    "usage": {
        "prompt_tokens": 31,
        "completion_tokens": 1,
        "total_tokens": 32,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0, "accepted_prediction_tokens": 0},
    },
    "service_tier": "default",
    "system_fingerprint": "fp_0aa11bb22c",
}

OPENAI_RESPONSES: dict[str, Any] = {
    "id": "resp_0a1b",
    "object": "response",
    "created_at": 1790000000,
    "status": "completed",
    "background": False,
    "error": None,
    "incomplete_details": None,
    "instructions": None,
    "max_output_tokens": 16,
    "model": "o4-mini-2025-04-16",
    "output": [
        {
            "id": "rs_01",
            "type": "reasoning",
            "summary": [{"type": "summary_text", "text": "The marks are good."}],
        },
        {
            "id": "msg_01",
            "type": "message",
            "status": "completed",
            "role": "assistant",
            "content": [
                {
                    "type": "output_text",
                    "annotations": [],
                    "logprobs": [
                        {
                            "token": "4",
                            "bytes": [52],
                            "logprob": -0.25,
                            "top_logprobs": [
                                {"token": "4", "bytes": [52], "logprob": -0.25},
                                {"token": "5", "bytes": [53], "logprob": -1.5},
                            ],
                        }
                    ],
                    "text": "4",
                }
            ],
        },
    ],
    "parallel_tool_calls": True,
    "store": False,
    "temperature": 1.0,
    "text": {"format": {"type": "text"}},
    "usage": {
        "input_tokens": 31,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 65,
        "output_tokens_details": {"reasoning_tokens": 64},
        "total_tokens": 96,
    },
}

ANTHROPIC_MESSAGES: dict[str, Any] = {
    "id": "msg_01AbCd",
    "type": "message",
    "role": "assistant",
    "model": "claude-sonnet-4-5-20250929",
    "content": [
        {"type": "thinking", "thinking": "The marks are good.", "signature": "EqQB"},
        {"type": "redacted_thinking", "data": "Emw="},
        {"type": "text", "text": "4"},
    ],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {
        "input_tokens": 11,
        "cache_creation_input_tokens": 8,
        "cache_read_input_tokens": 12,
        "cache_creation": {"ephemeral_5m_input_tokens": 8, "ephemeral_1h_input_tokens": 0},
        "output_tokens": 65,
        "service_tier": "standard",
    },
}

GOOGLE_GEMINI: dict[str, Any] = {
    "candidates": [
        {
            "content": {
                "parts": [{"text": "The marks are good.", "thought": True}, {"text": "4"}],
                "role": "model",
            },
            "finishReason": "STOP",
            "index": 0,
            "avgLogprobs": -0.25,
            "logprobsResult": {
                "topCandidates": [
                    {
                        "candidates": [
                            {"token": "4", "tokenId": 236812, "logProbability": -0.25},
                            {"token": "5", "tokenId": 236810, "logProbability": -1.5},
                        ]
                    }
                ],
                "chosenCandidates": [{"token": "4", "tokenId": 236812, "logProbability": -0.25}],
            },
        }
    ],
    "usageMetadata": {
        "promptTokenCount": 31,
        "candidatesTokenCount": 1,
        "thoughtsTokenCount": 64,
        "totalTokenCount": 96,
        "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 31}],
    },
    "modelVersion": "gemini-2.5-flash",
    "responseId": "q1w2e3",
}

AZURE_OPENAI: dict[str, Any] = {
    **OPENAI_CHAT,
    "choices": [
        {
            **OPENAI_CHAT["choices"][0],
            "content_filter_results": {
                "hate": {"filtered": False, "severity": "safe"},
                "violence": {"filtered": False, "severity": "safe"},
            },
        }
    ],
    "prompt_filter_results": [
        {"prompt_index": 0, "content_filter_results": {"hate": {"filtered": False, "severity": "safe"}}}
    ],
}

OLLAMA_CHAT: dict[str, Any] = {
    "model": "qwen3:8b",
    "created_at": "2026-11-30T08:00:00.123456Z",
    "message": {"role": "assistant", "content": "4", "thinking": "The marks are good."},
    "done": True,
    "done_reason": "stop",
    "total_duration": 174560334,
    "load_duration": 101397084,
    "prompt_eval_count": 31,
    "prompt_eval_duration": 13074791,
    "eval_count": 65,
    "eval_duration": 52479709,
    "logprobs": [
        {
            "token": "4",
            "logprob": -0.25,
            "bytes": [52],
            "top_logprobs": [
                {"token": "4", "logprob": -0.25, "bytes": [52]},
                {"token": "5", "logprob": -1.5, "bytes": [53]},
            ],
        }
    ],
}

COMPLETIONS: dict[str, Any] = {
    "id": "cmpl-1a2b",
    "object": "text_completion",
    "created": 1790000000,
    "model": "meta-llama/Llama-3.1-8B",
    "choices": [
        {
            "index": 0,
            "text": "4",
            "logprobs": {
                "text_offset": [0],
                "token_logprobs": [-0.25],
                "tokens": ["4"],
                "top_logprobs": [{"4": -0.25, "5": -1.5}],
            },
            "finish_reason": "length",
            "stop_reason": None,
            "prompt_logprobs": None,
        }
    ],
    "usage": {"prompt_tokens": 31, "total_tokens": 32, "completion_tokens": 1},
}

ANSWERS: dict[str, dict[str, Any]] = {
    "openai_chat": OPENAI_CHAT,
    "openai_responses": OPENAI_RESPONSES,
    "anthropic_messages": ANTHROPIC_MESSAGES,
    "google_gemini": GOOGLE_GEMINI,
    "azure_openai": AZURE_OPENAI,
    "ollama_chat": OLLAMA_CHAT,
    "completions": COMPLETIONS,
}
