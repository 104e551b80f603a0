"""Standings, the games behind them, and awards."""
